import { useSuspenseQuery } from '@tanstack/react-query'

import { Consents } from '#portal/consent/Consents.tsx'
import { Preferences } from '#portal/notification/Preferences.tsx'
import { PersonalData } from '#portal/privacy/PersonalData.tsx'
import { Devices } from '#portal/session/Devices.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { CredentialsForm } from './CredentialsForm.tsx'
import { EmailStatus } from './EmailStatus.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { customer } from './queries.ts'
import { useChangeCustomer } from './use-change-customer.ts'

import styles from './SettingsScreen.module.css'

/** R4.3: all data that customers can see and change about themselves. The profile, the password and each choice are saved on their own. */
export default function SettingsScreen() {
  const { data: owner } = useSuspenseQuery(customer)
  const changeCustomer = useChangeCustomer()
  return (
    <>
      <ScreenTitle>{text.title.settings}</ScreenTitle>
      <div className={styles.settings}>
        <div className={styles.column}>
          <ProfileForm customer={owner} />
          {owner.email !== null && <EmailStatus customer={owner} />}
          <CredentialsForm customer={owner} />
        </div>
        <div className={styles.column}>
          <Preferences />
          <Devices />
          <Consents
            customer={owner}
            changeMarketing={async (opt_in_marketing) =>
              void (await changeCustomer({ opt_in_marketing }))
            }
          />
          <PersonalData />
        </div>
      </div>
    </>
  )
}
