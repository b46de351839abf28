/** A screen begins at its top. Going back, the browser itself returns to where one was. */
export function beginScreensAtTheTop(): void {
  let path = location.pathname
  window.addEventListener('popstate', () => {
    path = location.pathname
  })
  // The router's own event. The same screen with another query stays where it is.
  window.addEventListener('pushState', () => {
    if (location.pathname !== path) window.scrollTo(0, 0)
    path = location.pathname
  })
}
