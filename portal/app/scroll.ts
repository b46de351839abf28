/** Scrolls to the top when a new screen opens. On the way back the browser restores the position itself. */
export function beginScreensAtTheTop(): void {
  let path = location.pathname
  window.addEventListener('popstate', () => {
    path = location.pathname
  })
  // The router dispatches this event. A change of the query alone keeps the position.
  window.addEventListener('pushState', () => {
    if (location.pathname !== path) window.scrollTo(0, 0)
    path = location.pathname
  })
}
