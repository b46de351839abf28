/** For the header of every call. It stands in the document, which is what a page belongs to. */
export function currentCompanyId(): string | undefined {
  return document.documentElement.dataset['companyId']
}

export function rememberCompany(company_id: string): void {
  document.documentElement.dataset['companyId'] = company_id
}
