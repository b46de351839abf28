/** Runs in the till's page as it stands: sends what is typed, shows what the server makes of it, looks at an open charge. */

const look_ms = 1000

const who = document.getElementById('who')
const said = document.getElementById('said')
const receipts = document.getElementById('receipts')

document.addEventListener('submit', (event) => {
  event.preventDefault()
  void send(event.target)
})
void look()

/** One press, one call. */
async function send(form) {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  show(await ask(form.dataset.action, Object.fromEntries(new FormData(form))))
  form.ariaBusy = 'false'
}

/** The customer and the shop go with everything. */
async function ask(action, typed) {
  const body = JSON.stringify({ ...Object.fromEntries(new FormData(who)), ...typed })
  const headers = { 'content-type': 'application/json' }
  try {
    const response = await fetch(`/_demo/caixa/${action}`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(String(response.status))
    return await response.json()
  } catch {
    return { said: document.body.dataset.noConnection, is_refused: true }
  }
}

function show({ parts = {}, receipt, said: sentence, is_refused = false }) {
  for (const [id, html] of Object.entries(parts)) {
    const part = document.getElementById(id)
    if (part) part.innerHTML = html
  }
  if (receipt) receipts.insertAdjacentHTML('afterbegin', receipt)
  said.textContent = sentence ?? ''
  said.dataset.refused = String(is_refused)
  // The button that was pressed may be gone.
  if (document.activeElement === document.body) said.focus({ preventScroll: true })
}

/** For ever, as the page stays. What has not changed is left alone: the cashier may be typing the code. */
async function look() {
  const charge = document.querySelector('[data-open]')
  if (charge) {
    const answer = await ask('look', { id: charge.dataset.open, status: charge.dataset.status })
    const is_news = answer.status && answer.status !== charge.dataset.status
    if (is_news && charge.isConnected) show(answer)
  }
  setTimeout(() => void look(), look_ms)
}
