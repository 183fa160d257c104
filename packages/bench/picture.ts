/** The figures as bars, in SVG that follows the reader's light or dark page. */
import type { Measured, Results } from './measure.ts'
import { medianOf } from './report.ts'
import { titles } from './requests.ts'
import { ours } from './servers.ts'

const COLUMNS = 2
const PANEL_WIDTH = 430
const LABEL_WIDTH = 172
const BAR_WIDTH = 180
const ROW_HEIGHT = 20
const TITLE_HEIGHT = 30
const GAP = 14
const HEAD_HEIGHT = 50

const style = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600 }
  .note { fill: #59636e }
  .bar { fill: #afb8c1 }
  .ours { fill: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .note { fill: #9198a1 }
    .bar { fill: #3d444d }
    .ours { fill: #3fb950 }
  }`

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

const text = (x: number, y: number, words: string, kind = '') =>
  `<text x="${x}" y="${y}"${kind && ` class="${kind}"`}>${words}</text>`

/** One operation on one engine: a bar for each server. */
function panel(title: string, all: Measured[], x: number, y: number): string {
  const rates = all.map((one) => medianOf('requests_per_second', one))
  const most = Math.max(...rates)
  const rows = all.map(({ program }, i) => {
    const top = y + TITLE_HEIGHT + i * ROW_HEIGHT
    const rate = rates[i] ?? 0
    const width = Math.max(1, Math.round((rate / most) * BAR_WIDTH))
    const kind = program.file === ours.file ? 'bar ours' : 'bar'
    const left = x + LABEL_WIDTH
    return [
      text(x, top + 12, program.title),
      `<rect class="${kind}" x="${left}" y="${top + 2}" width="${width}" height="13" rx="2"/>`,
      text(left + width + 6, top + 12, whole.format(rate), 'note'),
    ].join('\n')
  })
  return [text(x, y + 16, title, 'title'), ...rows].join('\n')
}

function panelsOf(engine: string, all: Measured[]): { title: string; measured: Measured[] }[] {
  const operations = [...new Set(all.map(({ operation }) => operation))]
  return operations.map((id) => ({
    title: `${engine}: ${titles[id]}`,
    measured: all.filter(({ operation }) => operation === id),
  }))
}

/** The whole picture. */
export function picture(results: Results): string {
  const { node, cores, connections, rounds, seconds, commit_ms, sqlite, postgres } = results
  const panels = [...panelsOf('SQLite', sqlite), ...panelsOf('PostgreSQL', postgres)]
  let y = HEAD_HEIGHT
  const parts: string[] = []
  for (let i = 0; i < panels.length; i += COLUMNS) {
    const row = panels.slice(i, i + COLUMNS)
    for (const [column, { title, measured }] of row.entries()) {
      parts.push(panel(title, measured, GAP + column * (PANEL_WIDTH + GAP), y))
    }
    const most = Math.max(...row.map(({ measured }) => measured.length))
    y += TITLE_HEIGHT + most * ROW_HEIGHT + GAP
  }
  const width = COLUMNS * (PANEL_WIDTH + GAP) + GAP
  const how =
    `Medians of ${rounds} rounds of ${seconds} s, ${connections} connections, ` +
    `Node.js ${node}, ${cores} cores; one synced commit takes ${commit_ms.toFixed(2)} ms.`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" ` +
      `viewBox="0 0 ${width} ${y}" role="img" aria-label="Requests per second">`,
    `<style>${style}\n</style>`,
    text(GAP, 20, 'Requests per second: more is better', 'title'),
    text(GAP, 38, how, 'note'),
    ...parts,
    '</svg>\n',
  ].join('\n')
}
