// Runs before the page is painted, so that nothing moves: says that there are scripts, and which
// language of samples the reader took last.
{
  const { classList, dataset } = document.documentElement
  classList.add('scripted')
  try {
    dataset.sample = localStorage.getItem('docs-sample') ?? 'curl'
  } catch {
    dataset.sample = 'curl'
  }
}
