package org.springframework.http;

/** As much of Spring's class as the code shown needs. */
public final class ResponseEntity<T> {
  public final int status;
  public final T body;

  private ResponseEntity(int status, T body) {
    this.status = status;
    this.body = body;
  }

  public static BodyBuilder status(int status) {
    return new BodyBuilder(status);
  }

  public static <T> ResponseEntity<T> ok(T body) {
    return new ResponseEntity<>(200, body);
  }

  public static final class BodyBuilder {
    private final int status;

    private BodyBuilder(int status) {
      this.status = status;
    }

    public <T> ResponseEntity<T> body(T body) {
      return new ResponseEntity<>(status, body);
    }
  }
}
