/** The address of the fonts and tables that some PDFs need, with a slash at its end. Set by vite.config.ts. */
declare const pdfParts: string
