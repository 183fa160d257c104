/** Flame graphs of V8's CPU profiles, as SVG. */
import { fileURLToPath } from 'node:url'

/** A part of a V8 CPU profile; times are in microseconds. */
export type Profile = {
  startTime: number
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
    children?: number[]
  }[]
  samples: number[]
  timeDeltas: number[]
}

/** A function as it was called from another, and for how long it and those that it called ran. */
export type Frame = { name: string; file: string; duration_us: number; calls: Frame[] }

const WIDTH = 1_200
const ROW_HEIGHT = 17
const HEAD_HEIGHT = 46

/** Frames that are narrower are left out. */
const LEAST_WIDTH = 1.5
const LETTER_WIDTH = 6.3

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The origin of a frame, which gives it its colour. */
function originOf(file: string): 'own' | 'library' | 'node' | 'engine' {
  if (file === '') return 'engine'
  if (file.startsWith('node:')) return 'node'
  return file.startsWith('node_modules/') ? 'library' : 'own'
}

const colours = { own: '#3fb950', library: '#d4a72c', node: '#6cb6ff', engine: '#afb8c1' }

/** The frame of a function within the one that called it, whichever call it was. */
function calledFrom({ calls }: Frame, of: Profile['nodes'][number]['callFrame']): Frame {
  const name = of.functionName || `line ${of.lineNumber + 1}`
  const file = of.url.replace(`file://${root}`, '')
  let frame = calls.find((one) => one.name === name && one.file === file)
  if (!frame) calls.push((frame = { name, file, duration_us: 0, calls: [] }))
  return frame
}

/**
 * Adds up the samples between two moments; what waits for work is left out.
 *
 * @param from_us from the start of the profile, as is `until_us`
 */
export function framesOf(profile: Profile, from_us: number, until_us: number): Frame {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const all: Frame = { name: 'all', file: '', duration_us: 0, calls: [] }
  const known = new Map<number, Frame>()
  const frameOf = (id: number): Frame => {
    const parent = parents.get(id)
    const node = nodes.get(id)
    if (parent === undefined || !node) return all
    let frame = known.get(id)
    if (!frame) known.set(id, (frame = calledFrom(frameOf(parent), node.callFrame)))
    return frame
  }
  let now_us = 0
  for (const [i, id] of profile.samples.entries()) {
    const duration_us = profile.timeDeltas[i] ?? 0
    now_us += duration_us
    if (now_us < from_us || now_us > until_us) continue
    if (nodes.get(id)?.callFrame.functionName === '(idle)') continue
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      frameOf(at).duration_us += duration_us
    }
  }
  return all
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Draws frames from the top down, each as wide as its share of the time. */
export function flame(title: string, all: Frame): string {
  const rectangles: string[] = []
  let depth = 0
  const draw = (frame: Frame, x: number, level: number): void => {
    const width = (frame.duration_us / all.duration_us) * WIDTH
    if (width < LEAST_WIDTH) return
    depth = Math.max(depth, level)
    const y = HEAD_HEIGHT + level * ROW_HEIGHT
    const share = ((frame.duration_us / all.duration_us) * 100).toFixed(1)
    const shown = frame.name.slice(0, Math.max(0, Math.floor((width - 4) / LETTER_WIDTH)))
    rectangles.push(
      `<g><title>${escaped(`${frame.name} ${frame.file}: ${share}%`)}</title>` +
        `<rect x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="16" ` +
        `rx="1" fill="${colours[originOf(frame.file)]}"/>` +
        (shown && `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(shown)}</text>`) +
        '</g>',
    )
    let left = x
    for (const call of frame.calls.toSorted((a, b) => b.duration_us - a.duration_us)) {
      draw(call, left, level + 1)
      left += (call.duration_us / all.duration_us) * WIDTH
    }
  }
  draw(all, 0, 0)
  const height = HEAD_HEIGHT + (depth + 1) * ROW_HEIGHT + 8
  const legend = 'green: the service, yellow: libraries, blue: Node.js, grey: V8 and native code'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" ` +
      `viewBox="0 0 ${WIDTH} ${height}">`,
    '<style>text { font: 11px ui-monospace, monospace; fill: #1f2328 }</style>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="4" y="16" style="font-weight: 600">${escaped(title)}</text>`,
    `<text x="4" y="34">${legend}</text>`,
    ...rectangles,
    '</svg>\n',
  ].join('\n')
}
