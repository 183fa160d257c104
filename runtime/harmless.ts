/** Makes texts of others safe for a terminal. */

const dangerous = /[\p{Cc}\p{Bidi_Control}]/gu

/** Escapes control and bidirectional characters, which could manipulate a terminal. */
export function harmless(text: string): string {
  return text.replace(
    dangerous,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
