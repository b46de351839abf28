import { useQuery } from '@tanstack/react-query'

import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { homePeriod } from '#console/report/address.ts'
import { Figures } from '#console/report/Figures.tsx'
import { report } from '#console/report/queries.ts'
import { reportText } from '#console/text/report.ts'

/** Whether the programme is well: five figures of the last 30 days, each a link to the reports. */
export function ProgrammeFigures() {
  const query = useQuery(report(homePeriod()))
  return (
    <Section
      title={reportText.home}
      text={reportText.homeText}
      actions={
        <ButtonLink to={paths['report.programme']} variant="quiet">
          {reportText.all}
        </ButtonLink>
      }
    >
      <QueryView query={query} height="7rem">
        {(found) => <Figures report={found!} to={paths['report.programme']} />}
      </QueryView>
    </Section>
  )
}
