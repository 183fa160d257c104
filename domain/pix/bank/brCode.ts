const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** The checksum of EMV codes: CRC-16/CCITT-FALSE in upper-case hexadecimal. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Banks read these fields as ASCII, up to a fixed length. */
function plain(text: string, length: number): string {
  const ascii = text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, length)
    .trim()
  return ascii === '' ? 'N' : ascii
}

/**
 * The copy-and-paste code of a charge, which is also the text of its QR code (Central Bank of
 * Brazil, Manual do BR Code; EMV QRCPS-MPM).
 *
 * @param location where the buyer's bank reads the charge, without a scheme
 * @param recurrence where it reads what is to be authorized; without a location that is all
 */
export function pixCode({
  location,
  recurrence,
  sellerName,
  city,
}: {
  location?: string
  recurrence?: string
  sellerName: string
  city: string
}): string {
  const readAt = (address: string | undefined) =>
    field('00', 'br.gov.bcb.pix') + (address === undefined ? '' : field('25', address))
  const unsigned = [
    field('00', '01'),
    field('01', '12'),
    field('26', readAt(location)),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plain(sellerName, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', '***')),
    ...(recurrence === undefined ? [] : [field('80', readAt(recurrence))]),
    '6304',
  ].join('')
  return unsigned + checksum(unsigned)
}

/** The value of a field of a code, or of a template within one; undefined when it has none. */
function fieldIn(text: string, id: string): string | undefined {
  for (let place = 0; place + 4 <= text.length; ) {
    const length = Number(text.slice(place + 2, place + 4))
    if (!Number.isInteger(length)) return undefined
    const end = place + 4 + length
    if (text.slice(place, place + 2) === id) return text.slice(place + 4, end)
    place = end
  }
  return undefined
}

/** Where the buyer's bank reads the charge of a code, without a scheme. */
export const chargeLocationIn = (code: string): string | undefined =>
  fieldIn(fieldIn(code, '26') ?? '', '25')
