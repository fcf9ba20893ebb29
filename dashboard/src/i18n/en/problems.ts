export { ENGLISH as problems } from '../../../../functions/dashboard/problem.ts';
