import { StatePage } from '#console/feedback/StatePage.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { shellText } from '#console/text/shell.ts'

export function NotFoundScreen() {
  return (
    <StatePage
      title={shellText.notFound}
      text={shellText.notFoundText}
      action={<ButtonLink to={paths.home}>{shellText.toHome}</ButtonLink>}
    />
  )
}
