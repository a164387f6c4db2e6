/** Whether a statement sends news. It goes after the answers, that of several together, so it is not counted as a request's. */
export const sendsNews = (statement: string): boolean => statement.includes('pg_notify(')

/** Whether no request sends a statement: it sends news, or the scheduler looks up what is to be published next. */
export const isBackground = (statement: string): boolean =>
  sendsNews(statement) || statement.includes('min(publish_at)')
