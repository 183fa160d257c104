// Samples in the reader's language, buttons that copy, the menu and the search of the docs. Every
// page can be read without it.
const root = document.documentElement
const { lang } = root
const words = {
  en: { copy: 'Copy', copied: 'Copied', samples: 'Language of the samples' },
  'pt-BR': { copy: 'Copiar', copied: 'Copiado', samples: 'Linguagem dos exemplos' },
}[lang]

const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

// An address of a place in the reference as it was when that was the only page.
if (/^#(section|tag|operation)\//.test(location.hash) && root.querySelector('.home')) {
  location.replace(`${base()}${lang}/reference${document.body.dataset.suffix}${location.hash}`)
}

/** The folder of the docs, as an address that ends in a slash. */
function base() {
  return new URL('./', import.meta.url).href
}

// Samples

const groups = [...document.querySelectorAll('.samples')]

function choose(language) {
  for (const group of groups) {
    const samples = [...group.querySelectorAll('.sample')]
    const chosen = samples.find(({ dataset }) => dataset.sample === language) ?? samples[0]
    for (const sample of samples) sample.classList.toggle('chosen', sample === chosen)
    for (const button of group.querySelectorAll('.languages button')) {
      button.setAttribute('aria-pressed', String(button.textContent === chosen.dataset.sample))
    }
  }
}

function keep(language) {
  try {
    localStorage.setItem('docs-sample', language)
  } catch {
    // The choice then holds for this page.
  }
  choose(language)
}

for (const group of groups) {
  const bar = make('div', { className: 'languages', role: 'group', ariaLabel: words.samples })
  for (const { dataset } of group.querySelectorAll('.sample')) {
    const button = make('button', { type: 'button', textContent: dataset.sample })
    button.addEventListener('click', () => {
      // Other groups change their height; scrolling keeps this one where the reader sees it.
      const { top } = group.getBoundingClientRect()
      keep(dataset.sample)
      scrollBy(0, group.getBoundingClientRect().top - top)
    })
    bar.append(button)
  }
  group.prepend(bar)
}
choose(root.dataset.sample)

function chooseByHash() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const hidden = target?.closest('.sample:not(.chosen)')
  if (!hidden?.dataset.sample) return
  choose(hidden.dataset.sample)
  target.scrollIntoView()
}
chooseByHash()
addEventListener('hashchange', chooseByHash)

// Copying, where the browser can: a page without TLS has no clipboard.

const SAID_MS = 2000

function copyButton(code) {
  const button = make('button', { type: 'button', className: 'copy', ariaLabel: words.copy })
  button.title = words.copy
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent)
    button.classList.add('done')
    button.ariaLabel = words.copied
    setTimeout(() => {
      button.classList.remove('done')
      button.ariaLabel = words.copy
    }, SAID_MS)
  })
  return button
}

if (navigator.clipboard) {
  for (const code of document.querySelectorAll('.sample > pre')) code.before(copyButton(code))
}

// The menu is open where there is room beside the text, and everywhere without scripts.

const fold = document.querySelector('.menu .fold')
const isWide = matchMedia('(min-width: 60rem)')
const openMenu = () => {
  fold.open = isWide.matches
}
openMenu()
fold.classList.add('ready')
isWide.addEventListener('change', openMenu)
if (isWide.matches) {
  const current = fold.querySelector('[aria-current]')
  const menu = document.querySelector('.menu')
  const isSeen = !current || current.offsetTop + current.offsetHeight < menu.clientHeight
  if (!isSeen) menu.scrollTop = current.offsetTop - menu.clientHeight / 3
}

// Search: its index is fetched when the reader turns to it.

const form = document.querySelector('.find')
const { q: input } = form.elements
const found = document.getElementById('found')
let searching

async function load() {
  const [{ default: MiniSearch }, rules, index] = await Promise.all([
    import('./minisearch.js'),
    import('./searchRules.js'),
    fetch(new URL(`search.${lang}.json`, import.meta.url)).then((answer) => answer.text()),
  ])
  const search = MiniSearch.loadJSON(index, rules.searchOptions)
  return (text) => rules.find(search, text)
}

const ready = () => (searching ??= load())

function show(results, text) {
  const suffix = document.body.dataset.suffix
  const items = results.map(({ path, title, kind, about }) => {
    const [page, place] = path.split('#')
    const href = `${base()}${page}${suffix}${place ? `#${place}` : ''}`
    return make(
      'li',
      {},
      make(
        'a',
        { href },
        make('span', { className: 'title', textContent: title }),
        make('span', { className: 'kind', textContent: kind }),
        make('span', { className: 'about', textContent: about }),
      ),
    )
  })
  const { nothing, hint } = form.dataset
  const empty = make('p', { textContent: `${nothing} “${text}”. ${hint}` })
  found.replaceChildren(items.length > 0 ? make('ol', {}, ...items) : empty)
  found.hidden = false
}

async function answer() {
  const text = input.value.trim()
  if (text === '') {
    found.hidden = true
    return
  }
  const find = await ready()
  // The reader may have typed on while the index was loading; that text gets an answer of its own.
  if (text === input.value.trim()) show(find(text), text)
}

const links = () => [...found.querySelectorAll('a')]

function move(event) {
  const all = links()
  const at = all.indexOf(document.activeElement)
  if (event.key === 'Escape') {
    found.hidden = true
    input.focus()
  } else if (event.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') (at > 0 ? all[at - 1] : input).focus()
  else return
  event.preventDefault()
}

input.addEventListener('focus', () => void ready().catch(() => undefined))
input.addEventListener('input', () => void answer())
form.addEventListener('keydown', move)
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  await answer()
  links()[0]?.click()
})
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
})
addEventListener('click', (event) => {
  if (!form.contains(event.target)) found.hidden = true
})
