/** The script of the till's page, served without a build: sends the forms, shows the answers and polls an open charge. */

const look_ms = 1000

const who = document.getElementById('who')
const said = document.getElementById('said')
const receipts = document.getElementById('receipts')

document.addEventListener('submit', (event) => {
  event.preventDefault()
  void send(event.target)
})
void look()

/** Sends a form. Ignores further presses until the answer has arrived. */
async function send(form) {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  show(await ask(form.dataset.action, Object.fromEntries(new FormData(form))))
  form.ariaBusy = 'false'
}

/** Calls an action. Every call includes the customer and the shop. */
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
  // The pressed button may have been replaced: keep the keyboard focus in the page.
  if (document.activeElement === document.body) said.focus({ preventScroll: true })
}

/** Polls the open charge while the page is open. An unchanged charge is not redrawn: the cashier may be typing the code. */
async function look() {
  const charge = document.querySelector('[data-open]')
  if (charge) {
    const answer = await ask('look', { id: charge.dataset.open, status: charge.dataset.status })
    const is_news = answer.status && answer.status !== charge.dataset.status
    if (is_news && charge.isConnected) show(answer)
  }
  setTimeout(() => void look(), look_ms)
}
