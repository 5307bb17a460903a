const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

function realDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days =
    month === 2 ? (leap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return day <= days;
}

/**
 * The instant that an RFC 3339 date-time with an offset names, in milliseconds since the epoch; undefined
 * when the text is not one, or names a day or hour that does not exist. A leap second counts as the
 * second after it.
 */
export function parseDateTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  if (!realDate(year, month, day) || hour > 23 || minute > 59 || second > 60) return undefined;
  if (offsetHour > 23 || offsetMinute > 59) return undefined;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, second, Math.trunc(Number(`0.${match[7] ?? 0}`) * 1000));
  const offset = (offsetHour * 60 + offsetMinute) * 60_000;
  return local.getTime() + (match[8] === '-' ? offset : -offset);
}

/**
 * The instant of a package date (reader reference §5.8), in milliseconds since the epoch: a full date is
 * midnight UTC, a date-time needs an offset. Undefined when it is neither; never local time.
 */
export function parseDate(text: string): number | undefined {
  const match = DATE.exec(text);
  if (!match) return parseDateTime(text);
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number);
  if (!realDate(year, month, day)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}
