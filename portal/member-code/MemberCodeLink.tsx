import { useQuery } from '@tanstack/react-query'
import QrCode from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import { Link } from 'wouter'

import { memberCodePath } from '#portal/path/paths.ts'
import { memberCodeText } from '#portal/text/member-code.ts'

import { memberCodeKey, storedKey } from './queries.ts'

import styles from './MemberCodeLink.module.css'

/** History state of a link inside the portal: closing the sheet may go back. */
export const openedInside = { inside: true }

/**
 * Opens the sheet of the member code (D14). A session that began before this device stored a key gets one here, so that the sheet
 * works without a connection from then on.
 */
export function MemberCodeLink() {
  const [isStored] = useState(() => storedKey() !== null)
  useQuery({ ...memberCodeKey, enabled: !isStored })
  return (
    <Link href={memberCodePath} state={openedInside} className={styles.link}>
      <QrCode size={20} aria-hidden="true" />
      {memberCodeText.open}
    </Link>
  )
}
