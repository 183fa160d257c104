'use strict'
// Shows the buttons that copy a value, where the browser can: without it, or without this script,
// the values stand there to be selected.
{
  const SAID_MS = 2000

  async function copy(button) {
    const { copy: value, done } = button.dataset
    const label = button.textContent
    if (label === done) return
    await navigator.clipboard.writeText(value)
    button.textContent = done
    setTimeout(() => {
      button.textContent = label
    }, SAID_MS)
  }

  if (navigator.clipboard) {
    for (const button of document.querySelectorAll('button[data-copy]')) {
      button.hidden = false
      button.addEventListener('click', () => void copy(button).catch(() => undefined))
    }
  }
}
