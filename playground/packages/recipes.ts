/** What the build adds to a readable folder in `src/` to make a signed package of it. */
export interface Recipe {
  /** Folder under `src/` and name of the built file. */
  name: string;
  /** The key that signs the package; left out for an unsigned one. */
  publisher?: KeyName;
  /** Recipes whose packages become pinned members, in order. They come earlier in the list. */
  members?: readonly string[];
  reviews?: readonly Review[];
}

export interface Review {
  /** Package-relative path of the file reviewed. */
  file: string;
  by: KeyName;
  reviewer: string;
  /** RFC 3339 with an offset. */
  at: string;
  outcome: 'accurate' | 'needs-change' | 'inaccurate';
  scope: string;
  /** The reviewer saw the file with `today` reading `earlier`, so the review is outdated now. */
  edit?: { today: string; earlier: string };
}

export type KeyName = 'publisher' | 'publisher-eu' | 'reviewer' | 'reviewer-2';

/** Trust-root entries, without the public key, which the build takes from the private one. */
export const trusted: Readonly<
  Record<
    KeyName,
    { identity: string; roles: readonly ('package' | 'review')[]; relations?: readonly string[] }
  >
> = {
  publisher: { identity: 'Wrenfield Appliances (insecure test key)', roles: ['package'] },
  'publisher-eu': {
    identity: 'Wrenfield Europe (insecure test key)',
    roles: ['package'],
    relations: ['https://wrenfield.example/kb/*'],
  },
  reviewer: { identity: 'Ines Okafor, workshop (insecure test key)', roles: ['review'] },
  'reviewer-2': { identity: 'Tobias Reyes, dealer desk (insecure test key)', roles: ['review'] },
};

const INES = { by: 'reviewer', reviewer: 'human:ines.okafor' } as const;
const TOBIAS = { by: 'reviewer-2', reviewer: 'human:tobias.reyes' } as const;

export const recipes: readonly Recipe[] = [
  { name: 'support-2', publisher: 'publisher' },
  {
    name: 'support-3',
    publisher: 'publisher',
    reviews: [
      {
        ...INES,
        file: 'content/policies/refund-window.md',
        at: '2026-09-03T09:30:00Z',
        outcome: 'accurate',
        scope: 'Compared with the customer terms, section 4',
      },
      {
        ...INES,
        file: 'content/procedures/descale.md',
        at: '2026-10-06T14:00:00Z',
        outcome: 'accurate',
        scope: 'Done on three machines',
      },
      {
        ...TOBIAS,
        file: 'content/guides/error-codes.md',
        at: '2026-09-11T11:00:00Z',
        outcome: 'accurate',
        scope: 'Codes of firmware 4.2',
      },
      {
        ...INES,
        file: 'content/policies/price-match.md',
        at: '2026-09-03T10:00:00Z',
        outcome: 'accurate',
        scope: 'Read as a whole',
      },
      {
        ...TOBIAS,
        file: 'content/policies/price-match.md',
        at: '2026-11-12T16:20:00Z',
        outcome: 'needs-change',
        scope: 'The terms say 14 days, the page says 30',
      },
      {
        ...INES,
        file: 'content/procedures/update-firmware.md',
        at: '2026-06-18T08:00:00Z',
        outcome: 'accurate',
        scope: 'Firmware 4.1',
        edit: { today: '**six minutes**', earlier: '**four minutes**' },
      },
    ],
  },
  { name: 'support-eu', publisher: 'publisher-eu' },
  { name: 'handbook-safety', publisher: 'publisher' },
  {
    name: 'handbook-repair',
    publisher: 'publisher',
    reviews: [
      {
        ...INES,
        file: 'content/sensor.md',
        at: '2026-10-20T07:45:00Z',
        outcome: 'accurate',
        scope: 'Measured on two sensors',
      },
    ],
  },
  { name: 'handbook', publisher: 'publisher', members: ['handbook-safety', 'handbook-repair'] },
  { name: 'community-tips' },
];
