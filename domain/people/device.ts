/** The device that a session began on, in a few words of our own: nothing of a header is kept. */

/** How much of a User-Agent is looked at; browsers send 200 characters at most. */
const READ_LENGTH = 512

type Mark = readonly [mark: string, name: string]

/** In this order: a browser names those that it descends from, too. */
const browsers: readonly Mark[] = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
]

/** In this order: Android names Linux, and an iPhone macOS. */
const systems: readonly Mark[] = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

/**
 * The browser and the system that a User-Agent (RFC 9110 §10.1.5) names, such as `Firefox, Linux`;
 * null when it names neither.
 */
export function deviceOf(userAgent = ''): string | null {
  const text = userAgent.slice(0, READ_LENGTH)
  const named = [browsers, systems].flatMap((marks) => {
    const mark = marks.find(([mark]) => text.includes(mark))
    return mark ? [mark[1]] : []
  })
  return named.length > 0 ? named.join(', ') : null
}
