/** The path to which browsers report violations of a page's policy. The policies of portal and console name it (`report-uri`). */
export const policyReportPath = '/policy-report'
