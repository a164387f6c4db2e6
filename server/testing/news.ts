/** Whether a statement sends news, which is nobody's request: it goes when the last one has gone, what there is together. */
export const sendsNews = (statement: string): boolean => statement.includes('pg_notify(')
