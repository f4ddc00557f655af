class MyFile {
    public void NewMethod() {
        _adminLogger.Trace("[NewTag]");
    }
}
