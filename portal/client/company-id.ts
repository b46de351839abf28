/** The company's id, for a header of every call. The document holds it, because a page belongs to one company. */
export function currentCompanyId(): string | undefined {
  return document.documentElement.dataset['companyId']
}

export function rememberCompany(company_id: string): void {
  document.documentElement.dataset['companyId'] = company_id
}
