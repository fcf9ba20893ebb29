/** Why something of a template has no effect here. */
export const PERMISSIONS = 'nothing checks permissions here';
export const OBSERVED = 'nothing is measured or alarmed here';
export const LABEL = 'a label for people';
export const ENCRYPTION = 'the data folder is not encrypted';
export const SAFETY = 'guards data on AWS; here the data folder is the data';
