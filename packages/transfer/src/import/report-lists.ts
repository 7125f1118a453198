// The parts of an import that are its report.

/** The lists of these parts. Other lists are `deferred:` with a pass. */
export const reportLists = ['errors', 'ledger', 'generated', 'orgs', 'success', 'signIns'] as const
/** One of `reportLists`. */
export type ReportList = (typeof reportLists)[number]
