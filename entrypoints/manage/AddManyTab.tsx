/** The panel of the tab `Add many`; loaded when the tab is first opened. */
export const AddManyTab = () => <p />;
