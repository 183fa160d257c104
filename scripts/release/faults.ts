/** The files that have to agree before a version is released, as text. */
export type ReleaseFiles = {
  'openapi.yaml': string
  'contract/released.yaml': string
  'package.json': string
  'package-lock.json': string
  'packages/client/package.json': string
  'deploy/charts/balcao/Chart.yaml': string
  'CHANGELOG.md': string
}

/** Where each file names the version. */
const VERSIONS = {
  'openapi.yaml': /^ {2}version: (.*)$/m,
  'package.json': /^ {2}"version": "(.*)",$/m,
  'package-lock.json': /^ {2}"version": "(.*)",$/m,
  'packages/client/package.json': /^ {2}"version": "(.*)",$/m,
  'deploy/charts/balcao/Chart.yaml': /^appVersion: (.*)$/m,
}

/** @returns the text under a version's heading in the changelog; empty when it has none */
export function notesOf(changelog: string, version: string): string {
  const [, notes = ''] = `${changelog}\n`.split(`\n## ${version}\n`)
  return notes.split(/^## /m, 1)[0]?.trim() ?? ''
}

/** @returns a line for each thing that keeps these files from being released as their version */
export function releaseFaults(files: ReleaseFiles): { version: string; faults: string[] } {
  const versions = Object.entries(VERSIONS).map(([file, pattern]) => {
    const text = files[file as keyof typeof VERSIONS]
    return { file, version: pattern.exec(text)?.[1] ?? '' }
  })
  const version = versions[0]?.version ?? ''
  const faults = versions
    .filter((place) => place.version !== version)
    .map((place) => `${place.file} has the version ${place.version}, openapi.yaml ${version}.`)
  if (files['openapi.yaml'] !== files['contract/released.yaml']) {
    faults.push('contract/released.yaml is not openapi.yaml: copy it.')
  }
  if (!notesOf(files['CHANGELOG.md'], version)) {
    faults.push(`CHANGELOG.md says nothing about ${version}.`)
  }
  if (notesOf(files['CHANGELOG.md'], 'Unreleased')) {
    faults.push('CHANGELOG.md has changes that are not released.')
  }
  return { version, faults }
}
