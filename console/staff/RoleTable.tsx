import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'

import { Section } from '#console/feedback/Section.tsx'
import { roleName } from '#console/text/shell.ts'
import { actionNames, staffText } from '#console/text/staff.ts'
import { mayDo, staffActionNames, staffRoles } from '#contract/console/staff.ts'

import styles from './staff.module.css'

/** The contract's table of roles and actions. On a phone each action lists the roles that may do it. */
export function RoleTable() {
  return (
    <Section title={staffText.roles} text={staffText.rolesText}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{staffText.action}</th>
            {staffRoles.map((role) => (
              <th key={role} scope="col">
                {roleName(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {staffActionNames.map((action) => (
            <tr key={action}>
              <th scope="row">{actionNames[action]}</th>
              {staffRoles.map((role) => {
                const may = mayDo(role, action)
                const Icon = may ? Check : Minus
                return (
                  <td key={role} data-may={may} data-label={roleName(role)}>
                    <Icon size={18} aria-hidden="true" />
                    <span className={styles.spoken}>{may ? staffText.may : staffText.mayNot}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
