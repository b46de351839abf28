import { elementIdOf, type Path } from '#console/programme/document/path.ts'
import { useField } from '#console/programme/draft/programme-context.ts'
import { programmeText } from '#console/text/programme.ts'
import { fieldLabel } from '#contract/programme/field-label.ts'

import styles from './part.module.css'

/** A service whose keys are files of the company's folder: the console shows only whether it is on. */
export function FileService({ path }: { path: Path }) {
  const { value, error, field } = useField(path)
  const isOn = value !== null && value !== undefined
  return (
    <div id={elementIdOf(path)} className={styles.service}>
      <p>{fieldLabel(field)!.label}</p>
      <p className={styles.soft}>{isOn ? programmeText.files.on : programmeText.files.off}</p>
      {error && <p className={styles.wrong}>{error}</p>}
    </div>
  )
}
