import { LIMITS } from './limits.js';

// Full-width punctuation ends an address: in Chinese and Japanese text no space follows one.
// The bound keeps a long run of addresses without spaces linear.
const BEGIN =
  /(?:https?:\/\/|www\.)[^\s<\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f\uff3b-\uff3d\uff5b-\uff65]{1,2050}/iy;
const PROTOCOLS = ['https://', 'http://', 'www.'];

/** A bare address at `index` (GFM 6.9): its text and the address it stands for. */
export function autolinkAt(text: string, index: number): { text: string; href: string } | undefined {
  const first = text.charAt(index).toLowerCase();
  if ((first !== 'h' && first !== 'w') || /[A-Za-z0-9]/.test(text.charAt(index - 1))) return undefined;
  const www = first === 'w';
  if (www && index > 0 && !/[\s*_~("'[]/.test(text.charAt(index - 1))) return undefined;
  BEGIN.lastIndex = index;
  const found = BEGIN.exec(text)?.[0];
  if (found === undefined || found.length > LIMITS.address) return undefined;
  const link = withoutTrailing(found);
  const domain = /^(?:https?:\/\/)?([^/?#:]*)/i.exec(link)?.[1] ?? '';
  const valid = domain.includes('.') || (!www && domain === 'localhost');
  const lastTwo = domain.split('.').slice(-2).join('.');
  if (!valid || lastTwo.includes('_') || /^\.|\.$/.test(domain)) return undefined;
  return { text: link, href: www ? `http://${link}` : link };
}

// Punctuation at the end belongs to the sentence, and so does a parenthesis without its partner.
function withoutTrailing(address: string): string {
  let end = address.length;
  let surplus = 0;
  for (const char of address) surplus += char === ')' ? 1 : char === '(' ? -1 : 0;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && surplus > 0) surplus -= 1;
    else if (last === ';') {
      const reference = /&[A-Za-z0-9]+;$/.exec(address.slice(Math.max(0, end - 34), end));
      end -= reference ? reference[0].length - 1 : 0;
    } else if (!/[?!.,:*_~'"]/.test(last)) break;
  }
  return address.slice(0, end);
}

/** The place from which the end of a text may still become, or change, a bare address; its length when none. */
export function couldBecomeAutolink(text: string): number {
  let begins = text.length;
  const first = Math.max(0, text.length - LIMITS.address);
  while (begins > first && !/[\s<]/.test(text.charAt(begins - 1))) begins -= 1;
  const word = text.slice(begins);
  const complete = /(?:https?:\/\/|www\.)/i.exec(word);
  if (complete) return begins + complete.index;
  for (let at = Math.max(0, word.length - 8); at < word.length; at += 1) {
    const rest = word.slice(at).toLowerCase();
    const startsWord = at === 0 || !/[A-Za-z0-9]/.test(word.charAt(at - 1));
    if (startsWord && PROTOCOLS.some((protocol) => protocol.startsWith(rest))) return begins + at;
  }
  return text.length;
}
