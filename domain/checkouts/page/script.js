'use strict'
{
  const byId = (id) => document.getElementById(id)

  // Spoken by screen readers; emptied first, so that the same words are spoken a second time.
  const say = (words) => {
    const spoken = byId('spoken')
    spoken.textContent = ''
    setTimeout(() => (spoken.textContent = words), 50)
  }

  // Pages without a secure context have no clipboard: the selection is copied the old way.
  const copyText = async (field) => {
    try {
      await navigator.clipboard.writeText(field.value)
      return true
    } catch {
      field.select()
      return document.execCommand('copy')
    }
  }

  // The text of an answer, or nothing: a network that was lost may leave a request unanswered for
  // minutes, and each turn asks anew.
  const read = async (path) => {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), 15000)
    try {
      const answer = await fetch(path, { cache: 'no-store', signal: patience.signal })
      return answer.ok ? await answer.text() : ''
    } catch {
      return ''
    } finally {
      clearTimeout(timer)
    }
  }

  const offerCopy = (button, field) => {
    const words = button.textContent
    let back = 0
    button.hidden = false
    field.addEventListener('focus', () => field.select())
    button.addEventListener('click', async () => {
      const done = await copyText(field)
      button.textContent = done ? button.dataset.copied : button.dataset.failed
      say(done ? button.dataset.spoken : button.dataset.failed)
      // The old way leaves the focus in the field, where only a failure needs it.
      if (done) button.focus()
      clearTimeout(back)
      back = setTimeout(() => (button.textContent = words), 4000)
    })
  }

  // The server says how much time is left: the buyer's own clock may be wrong.
  const countDown = (clock, leftMs, atZero) => {
    const end = Date.now() + leftMs
    let before = leftMs
    const tick = () => {
      const left = Math.max(0, end - Date.now())
      const seconds = Math.floor(left / 1000)
      const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
      clock.textContent = parts.map((part) => String(part).padStart(2, '0')).join(':')
      // A device that wakes has skipped some of it.
      if (left === 0) atZero()
      else if (before > 60000 && left <= 60000) say(clock.dataset.one)
      else if (before > 300000 && left <= 300000) say(clock.dataset.five)
      before = left
    }
    setInterval(tick, 1000)
  }

  // Told by the server as it happens; asked for every 2 s while the stream is down, and every
  // 16 s in any case, for a proxy may hold the stream open and let nothing through.
  const watch = (path, page) => {
    let told = false
    let asking = false
    let leaving = false
    let turn = 0
    // An open page whose time is over was counted by a clock that has been put right since.
    const hear = ({ status, code_ready: codeReady }, isOver = false) => {
      const same = status === 'open' && codeReady === page.hasCode && !isOver
      if (leaving || !status || same) return
      leaving = true
      location.reload()
    }
    const ask = async (isOver = false) => {
      if (asking || leaving) return
      asking = true
      const answer = await read(`${path}/status`)
      if (answer) hear(JSON.parse(answer), isOver)
      asking = false
    }
    // A browser keeps six connections to a host at most: only the tab that is looked at holds one.
    let stream
    const listen = () => {
      if (!('EventSource' in window) || stream || document.hidden) return
      const isComing = !page.hasCode && byId('brought')
      stream = new EventSource(`${path}/events${isComing ? '?code=1' : ''}`)
      stream.onopen = () => (told = true)
      stream.onerror = () => (told = false)
      stream.onmessage = (event) => hear(JSON.parse(event.data))
      stream.addEventListener('code', (event) => {
        if (!leaving && !page.hasCode) showCode(JSON.parse(event.data))
        page.hasCode = true
      })
    }
    const mute = () => {
      stream?.close()
      stream = undefined
      told = false
    }
    listen()
    setInterval(() => (!told || ++turn % 8 === 0) && ask(), 2000)
    addEventListener('visibilitychange', () => {
      if (document.hidden) return mute()
      listen()
      ask()
    })
    // A form on its way brings the new state itself; a reload would cut it short.
    addEventListener('submit', () => {
      leaving = true
      mute()
    })
    return ask
  }

  // The address says so to the service when the page is loaded again, or in another language.
  const keepStaying = () => {
    const staying = (href) => {
      const url = new URL(href)
      url.searchParams.set('stay', '1')
      return url.href
    }
    history.replaceState(null, '', staying(location.href))
    for (const link of document.querySelectorAll('.languages a')) link.href = staying(link.href)
  }

  const returnTo = (link, stay) => {
    const timer = setTimeout(() => location.replace(link.href), Number(link.dataset.afterMs))
    stay.hidden = false
    stay.addEventListener('click', () => {
      clearTimeout(timer)
      // The shop may be slow to answer, and the page be on its way there.
      stop()
      keepStaying()
      byId('returning').hidden = true
      stay.hidden = true
      link.focus()
      say(stay.dataset.spoken)
    })
  }

  // In the place where the page says that there is none yet.
  const showCode = ({ pix_code: code, qr }) => {
    const made = byId('brought').content
    const drawing = made.querySelector('.qr')
    made.getElementById('code').textContent = code
    drawing.setAttribute('viewBox', `0 0 ${qr.size} ${qr.size}`)
    drawing.lastElementChild.setAttribute('d', qr.path)
    document.querySelector('.missing').replaceWith(made)
    offerCopy(byId('copy'), byId('code'))
    say(byId('code').labels[0].textContent)
  }

  // The stream brings the code; a bank that did not answer is asked again with the page. What is
  // on the screen stays, and is not read out once more, until the page says something else.
  const askForCode = (page, title) => {
    setTimeout(async () => {
      const answer = page.hasCode ? '' : await read(location.href)
      if (page.hasCode) return
      if (answer && !answer.includes(title)) location.reload()
      else askForCode(page, title)
    }, 5000)
  }

  // A page without a stream is read again, and loaded once it is in another state.
  const follow = (state) => {
    let leaving = false
    const same = `data-follow="${state}"`
    const ask = async () => {
      const answer = document.hidden ? '' : await read(location.href)
      if (answer && !leaving && !answer.includes(same)) location.reload()
      else setTimeout(ask, 3000)
    }
    setTimeout(ask, 3000)
    addEventListener('submit', () => (leaving = true))
  }

  const open = byId('open')
  if (open) {
    const page = { hasCode: !('noCode' in open.dataset) }
    const ask = watch(open.dataset.path, page)
    countDown(byId('clock'), Number(open.dataset.leftMs), () => ask(true))
    if (byId('copy')) offerCopy(byId('copy'), byId('code'))
    if (!page.hasCode) askForCode(page, document.querySelector('.missing h2').textContent)
  }
  const followed = document.querySelector('[data-follow]')
  if (followed) follow(followed.dataset.follow)
  if (followed && byId('copy')) offerCopy(byId('copy'), byId('code'))
  if (byId('stay')) returnTo(byId('forward'), byId('stay'))
  const paper = byId('print')
  if (paper) {
    paper.hidden = false
    paper.addEventListener('click', () => print())
  }
}
