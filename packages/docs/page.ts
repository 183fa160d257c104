/** The reference on one page and its files, all from the service's own host. */
import { redocPortuguese } from './redoc.ts'
import { docsTexts, languageNames } from './texts.ts'
import type { Language } from './texts.ts'

/** Redoc's theme: the colours and fonts of the payment page (domain/checkouts/page/style). */
const look = {
  expandResponses: '200,201',
  expandDefaultServerVariables: true,
  // The code comes before the bare body.
  payloadSampleIdx: 6,
  jsonSamplesExpandLevel: 4,
  schemasExpansionLevel: 1,
  sortRequiredPropsFirst: true,
  theme: {
    spacing: { sectionHorizontal: 28, sectionVertical: 20 },
    fab: { color: '#ffffff', backgroundColor: '#0a6b51' },
    colors: {
      // Without the second, Redoc lightens the first until it cannot be read.
      primary: { main: '#0a6b51', light: '#0a6b51' },
      success: { main: '#0a6b51' },
      text: { primary: '#16201c', secondary: '#55635c' },
      border: { dark: '#dbe2dd', light: '#f5f7f5' },
    },
    sidebar: { backgroundColor: '#f5f7f5', textColor: '#16201c', activeTextColor: '#0a6b51' },
    rightPanel: { backgroundColor: '#16201c' },
    codeBlock: { backgroundColor: '#0f1513' },
    typography: {
      fontSize: '15px',
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
      headings: {
        fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
        fontWeight: '650',
      },
      code: {
        fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
        fontSize: '13.5px',
        color: '#07543f',
        backgroundColor: '#e4f2ec',
      },
      links: { color: '#0a6b51', hover: '#07543f' },
    },
  },
}

/** Where a page finds what it needs, as seen from it. */
type Places = {
  /** The folder of the docs' files. */
  files: string
  /** The folder of `openapi.json` and `openapi.yaml`. */
  contract: string
  /** The page in each language. */
  pages: Record<Language, string>
  /** The site of pages. */
  site: string
}

/** The page in a language, with a link to the other ones. */
export function pageOf(title: string, language: Language, places: Places) {
  const { files, contract, pages } = places
  const { about, loading, withoutScripts, languages, docs } = docsTexts[language]
  const others = Object.entries(pages).filter(([other]) => other !== language)
  const links = others.map(([other, page]) => {
    const name = languageNames[other as Language]
    return `<a href="${page}" lang="${other}" hreflang="${other}">${name}</a>`
  })
  links.unshift(`<a href="${places.site}">${docs}</a>`)
  const alternates = others.map(
    ([other, page]) => `<link rel="alternate" hreflang="${other}" href="${page}">`,
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${title} API: ${about}">
<title>${title} API</title>
<link rel="icon" href="${files}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${files}style.css">
${alternates.join('\n')}
</head>
<body>
<nav id="languages" aria-label="${languages}">${links.join(' ')}</nav>
<div id="docs"><p id="loading">${loading}</p></div>
<noscript><p>${withoutScripts.replace('$contract', `${contract}openapi.yaml`)}</p>
</noscript>
<script src="${files}redoc.js"></script>
<script src="${files}start.js" data-contract="${contract}"></script>
</body>
</html>
`
}

export const startScript = `const { src, dataset } = document.currentScript
const { lang } = document.documentElement
const options = ${JSON.stringify(look, undefined, 2)}
const translations = { 'pt-BR': ${JSON.stringify(redocPortuguese, undefined, 2)} }
options.labels = translations[lang]?.labels
globalThis.docsWords = translations[lang]?.words
options.downloadUrls = ['yaml', 'json'].map((form) => ({
  title: 'openapi.' + form,
  url: dataset.contract + 'openapi.' + form,
}))

// Redoc marks the current chapter in its menu without scrolling the menu to the mark.
function followReader() {
  const menu = document.querySelector('.menu-content .scrollbar-container')
  let last
  new MutationObserver(() => {
    const item = menu.querySelector('.active')
    const place = item?.getBoundingClientRect()
    // A mark is set before its part of the menu is opened. Once shown, the reader may leave it.
    if (!place?.height || item === last) return
    last = item
    const { top, bottom, height } = menu.getBoundingClientRect()
    const isSeen = place.top >= top && place.bottom <= bottom - height / 6
    if (!isSeen) menu.scrollTop += place.top - top - height / 3
  }).observe(menu, { subtree: true, childList: true, attributeFilter: ['class'] })
}

const place = document.getElementById('docs')
Redoc.init(new URL('document.' + lang + '.json', src).href, options, place, followReader)
`

/** Styles for which Redoc has no option. */
export const style = `body { margin: 0; }
#languages { padding: 0.75rem 1.25rem; text-align: right; font: 1rem/1.5 system-ui, sans-serif; }
#languages a { color: #0a6b51; margin-left: 1rem; }

#loading, noscript p { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif; color: #55635c; }

/* Redoc hides the focus of some of its buttons. */
#docs :focus-visible { outline: 0.125rem solid; }

/* Text takes the whole width; the dark column stands beside operations only. */
.api-content > div:not([id*="/operation/"]) { background: #fff; }
.api-content > div:not([id*="/operation/"]) > div,
.api-content > div:not([id*="/operation/"]) > div:first-child > div {
  width: 100%;
  max-width: 52rem;
}
.api-content > [id]:not([id*="/operation/"]) > div:first-child > div { padding-bottom: 0; }
.api-content table { font-size: 0.9375rem; }
/* A name in the first column of a guide's table breaks at spaces only, or it is cut to pieces. */
#docs table:has(> thead) td:first-child code { overflow-wrap: normal; word-break: normal; }
@media (max-width: 30rem) {
  #docs table:has(> thead) { font-size: 0.8125rem; }
  #docs table:has(> thead) code { font-size: 0.75rem; }
  #docs table:has(> thead) :is(th, td) { padding: 0.375rem; }
}

.menu-content [role="menuitem"] > label { padding-top: 0.4375rem; padding-bottom: 0.4375rem; }
`
