/** `npm start`: the product, together with the demo if the database is the embedded one of this machine. */

import { join } from 'node:path'

import { type Additions, serve } from '#api/main.ts'
import { dataFolder, isDemo } from '#database/connect.ts'
import { environment } from '#database/environment.ts'

import { demoCodes } from './console/code-page.ts'
import { demoCounter } from './console/counter.ts'
import { folderTransport } from './mailbox/folder-transport.ts'
import { demoMailbox } from './mailbox/mailbox.ts'
import { prepareDemo } from './prepare.ts'
import { type DemoTill, demoTill } from './till/till.ts'

// Never on any other database: the demo customer's password is public.
await serve(isDemo ? demo() : undefined)

function demo(): Additions {
  const tills = new Map<string, DemoTill>()
  const mailbox = environment.SMTP_URL ? null : join(dataFolder, 'mail')
  return {
    ...(mailbox !== null && { mailTransport: folderTransport(mailbox) }),
    addRoutes: (app, context) => {
      if (mailbox !== null) demoMailbox(app, mailbox)
      demoCodes(app, context)
      demoCounter(app, context)
      demoTill(app, context, tills)
    },
    prepare: (context) => prepareDemo(context, { tills, hasMailbox: mailbox !== null }),
  }
}
