/** Whether a statement sends news. It goes after the answers, that of several together, so it is not counted as a request's. */
export const sendsNews = (statement: string): boolean => statement.includes('pg_notify(')
