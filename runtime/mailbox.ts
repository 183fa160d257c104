/** Mailboxes that mails are sent from and to. */
import { domainToASCII } from 'node:url'

/** A mailbox without comments, quotes and lists, which could name others (RFC 5321 §4.1.2). */
const mailbox = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u

/** The longest mailbox: 64 octets of name, 255 of domain (RFC 5321 §4.5.3.1). */
const MAX_LENGTH = 320

export const isMailbox = (text: string): boolean => mailbox.test(text) && text.length <= MAX_LENGTH

/**
 * A mailbox as every mail server takes it: its domain in ASCII (RFC 5891 §4).
 *
 * @returns null for a text that is no mailbox
 */
export function asciiMailbox(text: string): string | null {
  if (!isMailbox(text)) return null
  const [name = '', domain = ''] = text.split('@')
  const ascii = domainToASCII(domain)
  return ascii === '' ? null : `${name}@${ascii}`
}
