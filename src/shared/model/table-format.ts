/** How tables are exported. */
import { z } from 'zod';

/** The format of an exported table; `xlsx` is an Excel workbook. */
export const TableFormat = z.enum(['xlsx', 'csv']);
export type TableFormat = z.infer<typeof TableFormat>;
