/** An answer with everything that answers have: every kind of block and inline syntax, links, markers and footnotes. */
export const SAMPLE_ANSWER = `# Refund window, in short

Customers may return **most goods** within *30 days* of delivery [1]. The window was __shorter__ before[^old], and
~~14 days~~ no longer applies【2:0†a】. See the [terms of sale](https://example.com/terms "Terms (2026)") or
https://example.com/help?topic=refunds. The function \`refund_window(days)\` returns it; 2 * 3 < 7 & 5 > 4.

## What to do

1. Keep the **receipt** [1][10].
2. Open <https://example.com/returns> and fill in the form:
   - your *order number*,
   - the reason, such as "it does not fit" [10].

   A second paragraph of the same item.
3. Wait for the mail.

- [x] Ask within the window
- [ ] Send the parcel ![label](https://example.com/label.png)

> "Refunds are paid to the **same account**." [1]
>
> - said the policy

| Kind of goods | Days [1] | Note |
|:--------------|:--------:|-----:|
| Clothes       | 30       | **unworn** [10] |
| Food          | 0        | see [list](https://example.com/food) |
| Odd \\| pipe   | 5        | \`a|b\` |

\`\`\`ts
const days = goods === 'food' ? 0 : 30; // [1] stays text
\`\`\`

Press <kbd>Ctrl</kbd> + <kbd>P</kbd> to print.  
A hard break, an entity &copy; 2026 &amp; more, an escape \\*here\\*, and 表示【2:0†a】も同じです。

[^old]: Until 2024, by the **former** policy [10].

---

***All of it*** in one line: [1], [10]!
`;
