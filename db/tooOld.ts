/** The first line of a migration after which programs that do not know it must not write. */
export const BREAKS_OLDER = '-- Programs that do not know this migration must not write.'

/** A database in which this program must not write. */
export class TooOld extends Error {
  override name = 'TooOld'

  constructor(when: number) {
    const day = new Date(when).toISOString().slice(0, 'yyyy-mm-dd'.length)
    super(
      `its schema is newer: by a migration of ${day}, this version of the program must not write ` +
        'to it any more. Start a newer version',
    )
  }
}
