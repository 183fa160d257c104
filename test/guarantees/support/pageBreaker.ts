/** Has lists answer with whole pages, however much JSON these have, and in one turn. */
import { registerHooks } from 'node:module'

const bounds: Record<string, [bound: RegExp, none: string]> = {
  '/db/longJson.ts': [/PAGE_BYTES = [^\n]+/, 'PAGE_BYTES = Infinity'],
  '/handlers/support/pagination.ts': [/LONG_BYTES = [^\n]+/, 'LONG_BYTES = Infinity'],
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const [, change] = Object.entries(bounds).find(([file]) => url.endsWith(file)) ?? []
    return change ? { ...loaded, source: String(loaded.source).replace(...change) } : loaded
  },
})
