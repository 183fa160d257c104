import { getCACertificates } from 'node:tls'
import type pg from 'pg'

/**
 * How `pg` connects to a URL. It reads `sslrootcert` as a file's name; as with libpq, `system` is
 * for the authorities that the system trusts, and the server's certificate must name its host.
 */
export function connectionOf(url: string): pg.ClientConfig {
  const mark = url.indexOf('?')
  const parameters = new URLSearchParams(mark < 0 ? '' : url.slice(mark))
  if (parameters.get('sslrootcert') !== 'system') return { connectionString: url }
  parameters.delete('sslrootcert')
  parameters.delete('sslmode')
  const connectionString = `${url.slice(0, mark)}?${parameters}`
  // Node's own list as well: an image without the system's may be in use.
  const ca = [...getCACertificates('default'), ...getCACertificates('system')]
  return { connectionString, ssl: { ca } }
}
