/** Beside the others, whose file is full. */
export const approvalSummaries = {
  userApprovals: {
    decide: 'Approves or rejects many customers at once, and tells who was left and why',
    undo: 'Takes back many approvals or rejections of customers, and tells which stand and why',
  },
  domainApprovals: {
    decide: 'Approves or rejects many domains at once, and tells which were left and why',
    undo: 'Takes back many decisions about domains, and tells which stand and why',
  },
};
