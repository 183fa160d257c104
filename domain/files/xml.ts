/** Characters that stand in no XML document (XML 1.0, production 2). */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A reader would make a line feed of it.
  '\r': '&#13;',
}

/** A text within an element, or a value between quotation marks. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(forbidden, '')
    .replaceAll(/[&<>"\r]/g, (character) => entities[character] ?? character)
