/** One cell of a table row: its text, and the place in the row of each of its UTF-16 units. */
export interface TableCell {
  text: string;
  places: readonly number[];
}

/** Cuts a row at its pipes (GFM 4.10). `\|` is a pipe within a cell. */
export function tableCells(row: string): TableCell[] {
  const cells: TableCell[] = [];
  const end = row.trimEnd().length;
  let at = row.length - row.trimStart().length;
  if (row.charAt(at) === '|') at += 1;
  let cell = { text: '', places: [] as number[] };
  for (; at < end; at += 1) {
    const char = row.charAt(at);
    if (char === '\\' && row.charAt(at + 1) === '|') {
      at += 1;
      cell.text += '|';
      cell.places.push(at);
    } else if (char === '|') {
      cells.push(trimmed(cell));
      cell = { text: '', places: [] };
    } else {
      cell.text += char;
      cell.places.push(at);
    }
  }
  if (cell.text.trim() !== '' || cells.length === 0) cells.push(trimmed(cell));
  return cells;
}

function trimmed(cell: { text: string; places: number[] }): TableCell {
  const start = cell.text.length - cell.text.trimStart().length;
  const end = Math.max(start, cell.text.trimEnd().length);
  return { text: cell.text.slice(start, end), places: cell.places.slice(start, end) };
}
