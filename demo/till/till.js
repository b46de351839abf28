/** The script of the till's page, served without a build: sends the forms, shows the answers and polls an open charge. */

const look_ms = 1000

const who = document.getElementById('who')
const said = document.getElementById('said')
const receipts = document.getElementById('receipts')
const scanner = document.getElementById('scanner')

document.addEventListener('submit', (event) => {
  event.preventDefault()
  void send(event.target)
})
document.getElementById('scan').addEventListener('click', () => void scanCustomer())
scanner.querySelector('button').addEventListener('click', () => scanner.close())
// What stands below belongs to the customer of the field.
who.addEventListener('input', () => {
  document.getElementById('customer').innerHTML = ''
  for (const form of document.forms) forgetId(form)
})
document.addEventListener('input', ({ target }) => forgetId(target.form))
void look()

/** Finds the customer of the code that the camera sees. Without a camera the cashier types, or uses a scanner that types. */
async function scanCustomer() {
  const { scan } = await import('/_demo/caixa/scan.js')
  try {
    const code = await scan(scanner)
    if (code === null) return
    who.elements.document.value = code
    await send(who)
  } catch {
    who.elements.document.focus()
    who.elements.document.select()
    show({ said: document.body.dataset.noCamera, isRefused: true })
  }
}

/**
 * Sends a form. Ignores further presses until the answer has arrived. A press after a lost answer has the same id, so that a sale counts
 * once; a changed form is another sale.
 */
async function send(form) {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  form.dataset.external_id ??= crypto.randomUUID()
  const { action, external_id } = form.dataset
  const answer = await ask(action, { ...Object.fromEntries(new FormData(form)), external_id })
  if (!answer.isLost) forgetId(form)
  show(answer)
  form.ariaBusy = 'false'
}

function forgetId(form) {
  if (form) delete form.dataset.external_id
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
    return { said: document.body.dataset.noConnection, isRefused: true, isLost: true }
  }
}

function show({ parts = {}, receipt, said: sentence, isRefused = false }) {
  for (const [id, html] of Object.entries(parts)) {
    const part = document.getElementById(id)
    if (part) part.innerHTML = html
  }
  if (receipt) addReceipt(receipt)
  said.textContent = sentence ?? ''
  said.dataset.refused = String(isRefused)
  // The pressed button may have been replaced: keep the keyboard focus in the page.
  if (document.activeElement === document.body) said.focus({ preventScroll: true })
}

/** Adds a line to the list once. The poll can show a capture before the capture's own answer arrives. */
function addReceipt(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  const line = template.content.firstElementChild
  if (!line.id || !document.getElementById(line.id)) receipts.prepend(line)
}

/** Polls the open charge while the page is open. An unchanged charge is not redrawn: the cashier may be typing the code. */
async function look() {
  const charge = document.querySelector('[data-open]')
  if (charge) {
    const answer = await ask('look', { id: charge.dataset.open, status: charge.dataset.status })
    const isNews = answer.status && answer.status !== charge.dataset.status
    if (isNews && charge.isConnected) show(answer)
  }
  setTimeout(() => void look(), look_ms)
}
