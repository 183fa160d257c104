/** Texts for programs that know the letters of ASCII alone. */

/** Letters and signs that are no letter of ASCII with a mark. */
const others: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '·': '-',
  '•': '-',
  '×': 'x',
  '€': 'EUR',
}

/** A text without accents; what has no like in ASCII is left out, and blanks are one space. */
export const asciiOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e\s]/g, (character) => others[character] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
