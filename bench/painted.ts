/* When the content of a screen is painted, as the browser itself tells it. */

// Text, because it runs in the browser. A message comes after the frame's painting.
export const watcher = (texts: string[]) => `
  window.bench ??= { tasks: [], content: 0 }
  if (!bench.until) {
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) bench.tasks.push({ startTime, duration })
    }).observe({ type: 'longtask', buffered: true })
    // Begun here: by the time that the one who clicks hears of it, the content may be long there.
    addEventListener('click', ({ timeStamp }) => {
      bench.arrived = isThere(bench.wanted)
        ? Promise.reject(new Error('There before the click: ' + bench.wanted))
        : bench.until(bench.wanted).then((at) => at - timeStamp)
    }, true)
    const isThere = (texts) => {
      const shown = document.querySelector('main')?.textContent ?? ''
      return texts.some((text) => shown.includes(text))
    }
    const painted = (done) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(performance.now())
      port2.postMessage(0)
    })
    // Told of changes rather than looking at every frame: frames that nothing else asks for would be measured too.
    bench.until = (texts) => new Promise((done, fail) => {
      if (isThere(texts)) return painted(done)
      const late = setTimeout(() => fail(new Error(location.pathname + ' has none of: ' + texts)), 30_000)
      const observer = new MutationObserver(() => {
        if (!isThere(texts)) return
        observer.disconnect()
        clearTimeout(late)
        painted(done)
      })
      observer.observe(document, { childList: true, subtree: true, characterData: true })
    })
  }
  bench.loaded = bench.until(${JSON.stringify(texts)}).then((at) => { bench.content = at })`

export interface Seen {
  first: number
  content: number
  longest: number
  requests: number
  script: number
  unpacked: number
  all: number
}

export const seen = `(() => {
  const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const scripts = files.filter(({ name }) => name.endsWith('.js'))
  const sum = (list, what) => list.reduce((n, entry) => n + entry[what], 0)
  return {
    first: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    content: bench.content,
    longest: Math.round(Math.max(0, ...bench.tasks.map((task) => task.duration))),
    requests: files.length,
    script: sum(scripts, 'encodedBodySize'),
    unpacked: sum(scripts, 'decodedBodySize'),
    all: sum(files, 'encodedBodySize'),
  }
})()`
